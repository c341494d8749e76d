import HelloSign from "hellosign-embedded";

/** Creates Dropbox Sign's client; its module needs a browser as soon as it is loaded. */
export const createSigningClient = (
  options: ConstructorParameters<typeof HelloSign>[0],
): HelloSign => new HelloSign(options);
