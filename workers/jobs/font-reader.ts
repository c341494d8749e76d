import type { ReadFontFile } from "~/domain/artists/agreement/script-fonts.server";
import type { Bindings } from "~/services/stores.server";

/** Reads the fonts of further scripts from this worker's static files. @throws Error to try again later. */
export const fontReader =
  ({ FONTS }: Pick<Bindings, "FONTS">): ReadFontFile =>
  async (name) => {
    const reply = await FONTS?.fetch(`https://fonts/${name}`);
    if (!reply || reply.status === 404) return undefined;
    if (!reply.ok) throw new Error(`The font ${name} answered ${reply.status}.`);
    return new Uint8Array(await reply.arrayBuffer());
  };
