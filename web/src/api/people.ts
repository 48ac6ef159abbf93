// People: creates the person of this device when one is needed, renames, recovers and deletes it.
import { t } from '$src/i18n/texts.svelte';
import { connection } from './connection.svelte';
import { ApiError } from './errors';
import { fetchJson } from './http';
import { type Me, me, setMe } from './session.svelte';

const isUnknownPerson = (error: unknown) => error instanceof ApiError && error.code === 'unknown_person';

// Creates a person if this device has none, or one that the server no longer knows.
async function ensurePerson(name = t('me.guest')): Promise<void> {
  if (me()) {
    try {
      await fetchJson('GET', 'me');
      return;
    } catch (error) {
      if (!isUnknownPerson(error)) throw error;
    }
  }
  setMe(await fetchJson<Me>('POST', 'people', { name }, ''));
}

// Runs requests that only a person may make; creates the person first if necessary.
export async function asPerson<T>(run: () => Promise<T>): Promise<T> {
  const identifyAndRun = () => {
    connection.identify();
    return run();
  };
  if (!me()) await ensurePerson();
  try {
    return await identifyAndRun();
  } catch (error) {
    if (!isUnknownPerson(error)) throw error;
    await ensurePerson();
    return identifyAndRun();
  }
}

export async function rename(name: string): Promise<void> {
  const person = me();
  if (person) {
    await fetchJson('PATCH', 'me', { name });
    setMe({ ...person, name });
  } else {
    await ensurePerson(name);
  }
  connection.identify();
}

export async function recover(recovery: string): Promise<void> {
  const found = await fetchJson<Me>('POST', 'people/recover', { recovery }, '');
  const { name } = await fetchJson<{ name: string }>('GET', 'me', undefined, found.token);
  setMe({ ...found, name });
  connection.identify();
}

export async function deleteMe(): Promise<void> {
  await fetchJson('DELETE', 'me');
  setMe(null);
  connection.identify();
}
