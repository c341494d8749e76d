/** A file too large to be made for a test: it knows only where its bytes are from. */
export class VirtualBlob extends Blob {
  /** Whether the file has changed on disk: then nothing of it can be read any more. */
  readonly disk: { changed: boolean };

  /** @param sha256 what all of the file comes to: what tells it from another of its size. */
  constructor(
    readonly start: number,
    readonly end: number,
    readonly sha256 = "a".repeat(64),
    disk = { changed: false },
  ) {
    super([]);
    this.disk = disk;
  }

  /** The same bytes, lying elsewhere. */
  copied(): VirtualBlob {
    return new VirtualBlob(this.start, this.end, this.sha256);
  }

  override get size(): number {
    return this.end - this.start;
  }

  override slice(from = 0, to = this.size): VirtualBlob {
    const end = Math.min(this.end, this.start + to);
    return new VirtualBlob(Math.min(end, this.start + from), end, this.sha256, this.disk);
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    if (this.disk.changed) throw new DOMException("changed", "NotReadableError");
    return new ArrayBuffer(this.size);
  }
}
