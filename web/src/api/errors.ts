// A request that the backend refused, or that did not reach it.
import type { ServerError } from './types';

export class ApiError extends Error {
  constructor(readonly error: ServerError) {
    super(error.message);
  }
  get code(): string {
    return this.error.code;
  }
}

export const offline: ServerError = { code: 'offline', message: 'the server cannot be reached' };
