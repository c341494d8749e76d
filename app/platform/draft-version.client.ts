import { DRAFT_VERSION_HEADER, readDraftVersion } from "./draft-version-header";

/** How often a call itself may have changed what a draft has. */
interface OwnChanges {
  answers?: number | undefined;
  files?: number | undefined;
}

const listeners = new Set<() => void>();
let lastVersion: ReturnType<typeof readDraftVersion> | undefined;

/** Notes the version that a page was loaded with. */
export function noteDraftVersion(version: string): void {
  lastVersion = readDraftVersion(version);
}

/**
 * Hears the version of the draft in the headers of a reply, if it says one, and tells the listeners of
 * changes that the call itself does not explain.
 */
export function hearDraftVersion(headers: Pick<Headers, "get">, ownChanges: OwnChanges = {}): void {
  const text = headers.get(DRAFT_VERSION_HEADER);
  if (text === null) return;
  const version = readDraftVersion(text);
  const last = lastVersion ?? version;
  lastVersion = version;
  const isExplained = (["answers", "files"] as const).every(
    (part) => version[part] - last[part] <= (ownChanges[part] ?? 0),
  );
  if (!isExplained) for (const listen of listeners) listen();
}

/** Calls `listen` when somebody else has changed the draft. @returns what stops it. */
export function onDraftVersion(listen: () => void): () => void {
  listeners.add(listen);
  return () => void listeners.delete(listen);
}
