/** Bytes as they come; a file is never whole in memory. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Where a backup lies: a folder or a bucket. */
export interface BackupStore {
  /** For messages. */
  readonly label: string;
  has(name: string): Promise<boolean>;
  /** Writes a file, which appears whole or not at all. */
  write(name: string, bytes: Bytes): Promise<void>;
  /** @throws Error where there is no such file. */
  read(name: string): Bytes;
  /** Removes files; those that are not there are none. */
  remove(names: readonly string[]): Promise<void>;
}

export interface Cipher {
  encrypt(bytes: Bytes): Bytes;
  decrypt(bytes: Bytes): Bytes;
}

/** The files of a backup, plain or encrypted. */
export class BackupFiles {
  constructor(
    private readonly store: BackupStore,
    private readonly cipher?: Cipher,
  ) {}

  get label(): string {
    return this.store.label;
  }

  private storedName(name: string): string {
    return this.cipher ? `${name}.age` : name;
  }

  has(name: string): Promise<boolean> {
    return this.store.has(this.storedName(name));
  }

  async write(name: string, bytes: Bytes): Promise<void> {
    await this.store.write(this.storedName(name), this.cipher?.encrypt(bytes) ?? bytes);
  }

  async writeText(name: string, text: string): Promise<void> {
    async function* bytes() {
      yield new TextEncoder().encode(text);
    }
    await this.write(name, bytes());
  }

  async remove(names: readonly string[]): Promise<void> {
    await this.store.remove(names.map((name) => this.storedName(name)));
  }

  read(name: string): Bytes {
    const bytes = this.store.read(this.storedName(name));
    return this.cipher?.decrypt(bytes) ?? bytes;
  }

  async readText(name: string): Promise<string> {
    const decoder = new TextDecoder();
    let text = "";
    for await (const chunk of this.read(name)) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  }

  /** The lines of several text files, one after the other. */
  async *readLines(names: Iterable<string>): AsyncGenerator<string> {
    for (const name of names)
      for (const line of (await this.readText(name)).split("\n")) if (line !== "") yield line;
  }
}
