// JSON requests over HTTP in the name of the person on this device.
import { ApiError, offline } from './errors';
import { me } from './session.svelte';

// Rejects with an ApiError only. An empty token sends the request in nobody's name.
export async function fetchJson<T>(method: string, path: string, body?: unknown, token = me()?.token): Promise<T> {
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
    throw new ApiError(offline);
  }
  const answer = await response.json().catch(() => ({ error: offline }));
  if (!response.ok) throw new ApiError(answer.error ?? offline);
  return answer as T;
}
