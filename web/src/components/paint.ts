// Waits for the browser to paint.
const limit = 200; // milliseconds; a hidden window paints nothing

export const painted = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, limit);
  });
