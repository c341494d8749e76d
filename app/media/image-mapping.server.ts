import { type ImageMapping, MAPPING_PATH, parseImageMapping } from "~/reference/image-mapping";

/** What an isolate remembers of the mapping: with another one comes another worker. */
export interface MappingMemory {
  mapping?: ImageMapping;
}

/** The platform asks for a whole address, and looks at its path alone. */
const ASSET = new URL(MAPPING_PATH, "https://assets.invalid");

/**
 * Reads the mapping of the pictures' sizes among the site's own files, once for an isolate. Where that
 * fails, no picture has sizes for this request: pages then show the originals.
 */
export async function readImageMapping(
  assets: Pick<Fetcher, "fetch"> | undefined,
  memory: MappingMemory,
): Promise<ImageMapping> {
  if (memory.mapping) return memory.mapping;
  try {
    const reply = await assets?.fetch(ASSET);
    if (!reply?.ok) return new Map();
    const mapping = parseImageMapping(await reply.text());
    if (mapping.size > 0) memory.mapping = mapping;
    return mapping;
  } catch {
    return new Map();
  }
}
