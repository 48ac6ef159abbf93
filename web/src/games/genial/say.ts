// Events of Genial in words.
export const sayEvent = (event: string): string => event;
