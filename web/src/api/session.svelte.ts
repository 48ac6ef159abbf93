// Who I am on this device: a person with the token that the server issued, kept by the browser.
import { readStored, writeStored } from './storage';

export interface Me {
  token: string;
  name: string;
  recovery?: string;
}

const key = 'volpe.me';
let current = $state.raw<Me | null>(readStored<Me>(key));

export const me = () => current;

export function setMe(person: Me | null): void {
  current = person;
  writeStored(key, person);
}
