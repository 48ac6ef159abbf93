// Who I am on this device: a token that the server gave, kept by the browser; and requests in my name.

import { t } from '$src/i18n/texts.svelte';
import { keep, kept } from '$src/state/settings.svelte';
import type { ServerError } from './types';

export interface Me {
  token: string;
  name: string;
  recovery?: string;
}

const key = 'volpe.me';
let mine = $state.raw<Me | null>(kept<Me>(key));

export const me = () => mine;

export function become(person: Me | null): void {
  mine = person;
  keep(key, person);
}

// What went wrong, in words of the page: by the code of the server, or by its sentence.
export class Refused extends Error {
  constructor(readonly error: ServerError) {
    super(error.message);
  }
  get code(): string {
    return this.error.code;
  }
}

export const offline: ServerError = { code: 'offline', message: 'the server can not be reached' };

export async function ask<T>(method: string, path: string, body?: unknown, token = mine?.token): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(`/api/v1/${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refused(offline);
  }
  const answer = await response.json().catch(() => ({ error: offline }));
  if (!response.ok) throw new Refused(answer.error ?? offline);
  return answer as T;
}

// A person for whoever has not said who they are yet, or whom the server has forgotten.
async function someone(name = t('me.guest')): Promise<void> {
  if (mine) {
    try {
      await ask('GET', 'me');
      return;
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'unknown_person') throw error;
    }
  }
  become(await ask<Me>('POST', 'people', { name }, ''));
}

// Does what only a person can do.
export async function asSomeone<T>(what: () => Promise<T>): Promise<T> {
  if (!mine) await someone();
  try {
    return await what();
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'unknown_person') throw error;
    await someone();
    return what();
  }
}

export async function rename(name: string): Promise<void> {
  if (!mine) {
    await someone(name);
    return;
  }
  await ask('PATCH', 'me', { name });
  become({ ...mine, name });
}

export async function recover(recovery: string): Promise<void> {
  const found = await ask<Me>('POST', 'people/recover', { recovery }, '');
  const { name } = await ask<{ name: string }>('GET', 'me', undefined, found.token);
  become({ ...found, name });
}

export async function forget(): Promise<void> {
  await ask('DELETE', 'me');
  become(null);
}
