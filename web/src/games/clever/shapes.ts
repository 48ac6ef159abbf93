// The shape that stands for each colour of Clever: a grid for yellow, a sum for blue, "at least" for green, any number for
// orange, rising values for purple.
import type { Colour } from './position';

export const shapeOf: Record<Colour, string> = {
  y: 'square',
  b: 'plus',
  g: 'triangle',
  o: 'circle',
  p: 'diamond',
  w: 'star',
};
