import { lastOf } from "~/platform/formats/last-of";
import { normalizeText } from "~/platform/formats/normalize-text";
import { type Copy, type CopyStorage, dropOldCopies, createLocalCopy } from "./autosave-copy.client";
import type { Fields } from "./autosave-state";

/**
 * What a field stands for. An id tells which row the fields around it belong to: the same names
 * around another id are other fields.
 */
function fieldIdentity([name, value]: Fields[number]): string {
  return name.endsWith(".id") ? `${name}=${value}` : name;
}

function covers(later: Fields, earlier: Fields): boolean {
  const names = new Set(later.map(fieldIdentity));
  return earlier.every((field) => names.has(fieldIdentity(field)));
}

/**
 * What is still to be sent once the form reads `fields`. The latest wins; but a form posts only
 * the panels that are open, so an earlier state with fields that have gone since stays in line.
 */
export function mergeUnsent(unsent: readonly Fields[], fields: Fields): Fields[] {
  return [...unsent.filter((earlier) => !covers(fields, earlier)), fields];
}

/** Whether two states of a form mean the same once saved: stray spaces and empty fields do not count. */
export function sameAnswers(first: Fields, second: Fields): boolean {
  const normalizedFields = (fields: Fields) =>
    fields.flatMap(([name, value]) => {
      const text = normalizeText(value);
      return text === "" ? [] : [[name, text] as const];
    });
  return JSON.stringify(normalizedFields(first)) === JSON.stringify(normalizedFields(second));
}

/** The form a page shows, and the token of the answers it shows. */
export interface AutosavePage {
  /** Names what the answers belong to: a draft, or a release of an artist. */
  draftId: string;
  /** The form of it. */
  step: string;
  version: string;
  /** Where it is saved; by default a step of the draft that this browser opens. */
  path?: string;
}

/** What of a page is not known to be saved, also kept in this browser. */
export class AutosaveQueue {
  /** Of the answers that the server has, as far as this page knows. */
  token: string;
  private readonly copy: ReturnType<typeof createLocalCopy>;
  private unsent: readonly Fields[] = [];
  /** How the form reads when nothing is to be sent, as far as that is known. */
  private savedFields: Fields | undefined;
  /** What is taken is on its way or may have arrived: it must go out again as it is. */
  private headState: "waiting" | "taken" = "waiting";

  constructor(
    private readonly page: AutosavePage,
    private readonly storage: () => CopyStorage,
    private readonly now: () => number,
  ) {
    this.token = page.version;
    this.copy = createLocalCopy(storage, page, now);
  }

  isEmpty(): boolean {
    return this.unsent.length === 0;
  }

  /** Takes a form into the line. @returns whether there is anything new in it. */
  add(fields: Fields): boolean {
    const last = lastOf(this.unsent) ?? this.savedFields;
    if (last && sameAnswers(fields, last)) return false;
    const headCount = this.headState === "taken" ? 1 : 0;
    this.unsent = [...this.unsent.slice(0, headCount), ...mergeUnsent(this.unsent.slice(headCount), fields)];
    return true;
  }

  /** Keeps a copy in this browser. */
  saveCopy(): void {
    const { token: base, unsent } = this;
    if (unsent.length > 0) this.copy.save({ base, unsent });
  }

  /** The form to send next. */
  takeNext(): Fields | undefined {
    const [next] = this.unsent;
    this.headState = next ? "taken" : "waiting";
    return next && [...next, ["version", this.token], ["draft", this.page.draftId]];
  }

  /** The one that was taken has not been saved, for sure. */
  releaseHead(): void {
    this.headState = "waiting";
  }

  /** The one that was taken is saved. */
  markSaved(version: string): void {
    this.token = version;
    this.headState = "waiting";
    [this.savedFields] = this.unsent;
    this.unsent = this.unsent.slice(1);
    if (this.isEmpty()) this.copy.remove();
  }

  /** Goes on from another token, with whatever is still to be sent. */
  rebase(version: string): void {
    this.token = version;
  }

  clear(): void {
    this.unsent = [];
    this.copy.remove();
  }

  /**
   * Takes up a page as it was opened.
   * @param pageFields how its form reads.
   * @param previousCopy what the same step left behind in this tab; else the copy in this browser counts.
   * @returns what never arrived, to be shown one form over the other and sent at once. Should it
   * be based on older answers than the page shows, the server finds the conflict.
   */
  resume(pageFields: Fields, previousCopy: Copy | undefined): readonly Fields[] {
    dropOldCopies(this.storage, this.now());
    this.savedFields = pageFields;
    const backup = previousCopy ?? this.copy.read();
    const [oldest, ...newer] = backup?.unsent ?? [];
    if (!backup || !oldest) return [];
    if (newer.length === 0 && sameAnswers(oldest, pageFields)) {
      this.copy.remove();
      return [];
    }
    this.token = backup.base;
    this.unsent = backup.unsent;
    this.headState = "taken";
    return backup.unsent;
  }

  /** Whatever is left to do, handed over to the next page. */
  unsentCopy(): Copy | undefined {
    return this.isEmpty() ? undefined : { base: this.token, unsent: this.unsent };
  }
}
