import HelloSign from "hellosign-embedded";

/** Dropbox Sign's script for pages, which needs a browser as soon as it is loaded. */
export const createSigningClient = (
  options: ConstructorParameters<typeof HelloSign>[0],
): HelloSign => new HelloSign(options);
