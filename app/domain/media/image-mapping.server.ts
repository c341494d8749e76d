import { type ImageMapping, MAPPING_PATH, parseImageMapping } from "~/reference/image-mapping";

/** Cached per isolate; a new deployment brings a new isolate. */
export interface MappingMemory {
  mapping?: ImageMapping;
}

/** The platform requires a full address, but uses its path only. */
const ASSET = new URL(MAPPING_PATH, "https://assets.invalid");

/**
 * Reads the mapping of picture sizes from the site's assets, once per isolate. If that fails, pages show
 * the originals.
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
