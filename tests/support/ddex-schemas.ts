import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { validateXML } from "xmllint-wasm";

/** The schemas of ERN 4.3 with allowed values 3, as DDEX names them. */
const [MESSAGES, ALLOWED_VALUES] = ["release-notification.xsd", "allowed-value-sets.xsd"];

export const HOW_TO_GET_SCHEMAS = `DDEX gives its schemas to who has its licence (free, ddex.net), so they are not in this repository. Ask DDEX for those of ERN 4.3 with allowed values 3 and put ${MESSAGES} and ${ALLOWED_VALUES} into one folder.`;

/** In pages of 64 KiB: the allowed values alone are 3 MB. */
const MEMORY = { initialMemoryPages: 1_024, maxMemoryPages: 8_192 };

const readFor = async (path: string) => ({
  fileName: basename(path),
  contents: await readFile(path, "utf8"),
});

/** What is wrong in files of messages, a line each. @param folder has the schemas. */
export async function schemaErrors(folder: string, paths: readonly string[]): Promise<string[]> {
  const { errors } = await validateXML({
    xml: await Promise.all(paths.map(readFor)),
    schema: [await readFor(join(folder, MESSAGES))],
    preload: [await readFor(join(folder, ALLOWED_VALUES))],
    ...MEMORY,
  });
  return errors.map(({ rawMessage }) => rawMessage);
}
