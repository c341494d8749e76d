import * as v from "valibot";
import type { JsonRequest, RequestOutcome } from "~/domain/uploads/sending/transport.client";
import { partCount } from "~/domain/uploads/upload-plan";
import { answer, FakeStore, type FakeUpload, refusal } from "./simulated-link";
import { VirtualBlob } from "./test-files";

const openSchema = v.object({
  fileSize: v.number(),
  partSize: v.number(),
  fingerprint: v.string(),
  sha256: v.nullish(v.string()),
  choice: v.string(),
});
const linksSchema = v.object({
  numbers: v.array(v.number()),
  stored: v.optional(v.array(v.object({ number: v.number(), etag: v.string() })), []),
});
const finishSchema = v.object({
  uploadId: v.string(),
  sha256: v.optional(v.string()),
  stored: v.optional(v.array(v.object({ number: v.number(), etag: v.string() })), []),
});

/** The server of the upload calls, as the browser sees it. */
export class FakeServer extends FakeStore {
  readonly calls: string[] = [];
  /** Links created before this number are invalid. */
  validFrom = 0;
  finishRefusal: string | undefined;
  /** What the slot holds instead, where another device has changed it. */
  conflict: object | undefined;
  /** Parts that the browser has reported as stored. */
  readonly reported = new Set<number>();
  /** The hash of the last finished file. */
  sha256: string | undefined;
  private links: number[] = [];

  constructor(private readonly now: () => number) {
    super();
  }

  /** Whether it says that pieces may come compressed, and whether it takes them. */
  announcesCompression = false;
  takesCompression = true;

  /** The one upload there is. */
  get upload(): FakeUpload {
    const [first] = [...this.uploads.values()].slice(-1);
    if (!first) throw new Error("No upload was opened");
    return first;
  }

  handleCall({ method, path, body }: JsonRequest): RequestOutcome {
    const [, id = "", rest = ""] =
      /^\/api\/cloud-storage\/uploads\/([^/]+)(?:\/(.*))?$/.exec(path) ?? [];
    const name = id === "" ? path.slice(path.lastIndexOf("/") + 1) : rest.split("/").at(-1);
    this.calls.push(`${method} ${name}`);
    if (path.endsWith("/upload-url")) return this.openUpload(body);
    if (path.endsWith("/process-upload")) return this.finish(body);
    const upload = this.uploads.get(id);
    if (!upload) return refusal(404, "We can't find this upload. Choose the file again.");
    if (method === "DELETE") return answer(200, { success: this.uploads.delete(id) });
    if (rest === "part-urls") return this.sign(upload, body);
    const { state, size, partSize, pieces } = upload;
    return answer(200, {
      uploadId: id,
      state,
      size,
      partSize,
      parts: this.knownParts(upload.parts),
      pieces,
    });
  }

  /** Receives the bytes of a PUT. */
  receive(url: string, body: Blob): RequestOutcome {
    if (!(body instanceof VirtualBlob)) throw new Error("These are no bytes of the file.");
    const { pathname, searchParams } = new URL(url, "https://server.test");
    const [, id = "", number = "", pieces] =
      /^\/uploads\/([^/]+)\/parts\/(\d+)(\/pieces)?$/.exec(pathname) ?? [];
    const upload = this.uploads.get(id);
    if (!upload) return refusal(404, "We can't find this upload. Choose the file again.");
    if (Number(searchParams.get("link")) < this.validFrom)
      return refusal(403, "This link has expired.");
    if (upload.state !== "open") return refusal(409, "This upload is already finished.");
    const part = Number(number);
    upload.from.set(part, body.sha256);
    const start = (part - 1) * upload.partSize + Number(searchParams.get("offset") ?? 0);
    if (body.start !== start) throw new Error(`Part ${part} begins at ${body.start}, not ${start}`);
    const compressed = searchParams.get("size");
    if (compressed !== null && !this.takesCompression) return refusal(415, "No compression.");
    return pieces
      ? this.keepPiece(
          upload,
          part,
          Number(searchParams.get("offset")),
          Number(compressed ?? body.size),
        )
      : this.keepPart(upload, part, body.size);
  }

  private parsePiece(url: string) {
    const { pathname, searchParams } = new URL(url, "https://server.test");
    const [, id = "", number = ""] =
      /^\/uploads\/([^/]+)\/parts\/(\d+)\/pieces$/.exec(pathname) ?? [];
    const upload = this.uploads.get(id);
    const offset = Number(searchParams.get("offset"));
    // A compressed byte stands for two.
    const factor = searchParams.has("size") ? 2 : 1;
    return upload?.state === "open" ? { upload, part: Number(number), offset, factor } : undefined;
  }

  /** Stores the bytes of a PUT that was cut. */
  receiveSome(url: string, bytes: number): void {
    const piece = this.parsePiece(url);
    if (piece) this.keepSome(piece.upload, piece.part, piece.offset, bytes * piece.factor);
  }

  /** Refuses a PUT before its bytes arrive, if it is to be refused. */
  refuseEarly(url: string, size: number): RequestOutcome | undefined {
    const piece = this.parsePiece(url);
    if (!piece) return undefined;
    const { upload, part, offset, factor } = piece;
    const storedBytes = this.storedBytesFrom(upload, part, offset);
    return storedBytes === 0
      ? undefined
      : answer(200, { part, offset, size: Math.min(storedBytes, size * factor) });
  }

  private openUpload(body: unknown): RequestOutcome {
    const { fileSize: size, partSize, ...file } = v.parse(openSchema, body);
    const { fingerprint, sha256 = undefined } = file;
    const knownUpload = this.findKnownUpload(file);
    if (this.conflict) return answer(409, { error: "Changed elsewhere.", conflict: this.conflict });
    const isAlike = (upload: FakeUpload) =>
      upload.fingerprint === fingerprint && ["open", "complete"].includes(upload.state);
    if (!knownUpload && sha256 === null && [...this.uploads.values()].some(isAlike))
      return answer(200, { needsHash: true });
    const from = new Map<number, string>();
    const id = knownUpload?.id ?? `upload-${this.uploads.size + 1}`;
    const newUpload = {
      id,
      size,
      partSize,
      fingerprint,
      from,
      parts: new Set<number>(),
      pieces: [],
    };
    const upload: FakeUpload = knownUpload ?? { ...newUpload, state: "open" };
    upload.sha256 ??= sha256 ?? undefined;
    upload.choice = file.choice;
    this.uploads.set(id, upload);
    const { parts, pieces, state } = upload;
    return answer(200, {
      uploadId: id,
      uploadUrl: this.link(id, 1),
      piecesUrl: this.link(id, 1, "/pieces"),
      partSize: upload.partSize,
      held: this.knownParts(parts),
      pieces,
      state,
      goesOn: knownUpload !== undefined,
      version: 1,
      carrier: this.carrier,
      compression: this.announcesCompression,
      url: state === "complete" ? `/files/${id}` : undefined,
    });
  }

  /** The upload that a file continues: see `resumeSameFile` of the server. */
  private findKnownUpload({
    fingerprint,
    sha256,
    choice,
  }: Pick<v.InferOutput<typeof openSchema>, "fingerprint" | "sha256" | "choice">) {
    const uploads = [...this.uploads.values()];
    const isOther = (upload: FakeUpload) =>
      typeof sha256 === "string" && upload.sha256 !== undefined && upload.sha256 !== sha256;
    const ownUpload = uploads.findLast(
      (upload) =>
        upload.choice === choice && ["open", "complete"].includes(upload.state) && !isOther(upload),
    );
    const sameFile = uploads.filter((upload) => upload.fingerprint === fingerprint);
    const storedUploads = sameFile.filter(({ state }) => state === "complete");
    const openUploads = sameFile.filter(({ state }) => state === "open");
    if (typeof sha256 !== "string") return ownUpload?.state === "open" ? ownUpload : undefined;
    const isSame = (upload: FakeUpload) => upload.sha256 === sha256;
    const unclaimedUploads = openUploads.filter((upload) => upload.sha256 === undefined);
    return (
      storedUploads.find(isSame) ??
      ownUpload ??
      openUploads.findLast(isSame) ??
      unclaimedUploads.at(-1)
    );
  }

  /** The parts that it knows of; of parts sent directly to storage, only reported ones. */
  private knownParts(parts: ReadonlySet<number>): number[] {
    const isKnown = (part: number) => this.reported.has(part) || this.joined.has(part);
    return [...parts].filter((part) => this.carrier === "own" || isKnown(part));
  }

  private link(id: string, part: number, pieces = ""): string {
    this.links.push(this.now());
    return `/uploads/${id}/parts/${part}${pieces}?link=${this.links.length}`;
  }

  /** Makes all links so far invalid. */
  expireLinks(): void {
    this.validFrom = this.links.length + 1;
  }

  createdAt(link: number): number {
    return this.links[link - 1] ?? 0;
  }

  private sign({ id }: FakeUpload, body: unknown): RequestOutcome {
    const { numbers, stored } = v.parse(linksSchema, body);
    for (const { number } of stored) this.reported.add(number);
    const urls = numbers.map((number) => ({
      number,
      url: this.link(id, number),
      piecesUrl: this.link(id, number, "/pieces"),
    }));
    return answer(200, { urls });
  }

  private finish(body: unknown): RequestOutcome {
    const { uploadId, stored, sha256 } = v.parse(finishSchema, body);
    for (const { number } of stored) this.reported.add(number);
    this.sha256 = sha256;
    const upload = this.uploads.get(uploadId);
    if (!upload) return refusal(404, "We can't find this upload. Choose the file again.");
    if (this.finishRefusal !== undefined) {
      upload.state = "rejected";
      return refusal(415, this.finishRefusal);
    }
    if (upload.state === "complete" && sha256 !== undefined && sha256 !== upload.sha256)
      return refusal(409, "This upload is already finished.");
    const foreignParts = [...upload.from].filter(
      ([, partHash]) => sha256 !== undefined && partHash !== sha256,
    );
    const wrong = [...(this.wrong.get(uploadId) ?? []), ...foreignParts.map(([part]) => part)];
    for (const part of wrong) upload.parts.delete(part);
    this.wrong.delete(uploadId);
    const all = Array.from({ length: partCount(upload.size, upload.partSize) }, (_, i) => i + 1);
    const missing = all.filter((part) => !upload.parts.has(part));
    if (missing.length > 0) return refusal(409, "Some parts have not arrived.", { missing });
    upload.state = "complete";
    upload.sha256 = sha256 ?? upload.sha256;
    return answer(200, { fileId: uploadId, url: `/files/${uploadId}` });
  }
}
