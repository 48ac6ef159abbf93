// Registers the games of the page: a new game is a folder here and a line below.
import { registerGames } from '$src/components/game-registry';

registerGames({
  clever: () => import('./clever/game-view'),
  genial: () => import('./genial/game-view'),
});
