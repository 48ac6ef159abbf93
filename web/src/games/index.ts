// Registers the games of the page: a new game is a folder here and a line below.
import { registerGames } from '$src/components/game-registry';
import CleverPicture from './clever/CoverPicture.svelte';
import GenialPicture from './genial/CoverPicture.svelte';

registerGames({
  clever: { CoverPicture: CleverPicture, load: () => import('./clever/game-view') },
  genial: { CoverPicture: GenialPicture, load: () => import('./genial/game-view') },
});
