import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";

/** The key of an encrypted backup, itself encrypted with the passphrase. */
const KEY_FILE = "key.age";

type Bytes = AsyncIterable<Uint8Array>;

const toStream = (bytes: Bytes) =>
  Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>;

/** A folder with the files of a backup, plain or encrypted with age. */
export class BackupFolder {
  private constructor(
    readonly path: string,
    private readonly identity: string | undefined,
  ) {}

  /**
   * Opens a folder, or makes it.
   * @param passphrase encrypts every file; the same is needed to read them.
   * @throws Error with one sentence where the passphrase is missing or wrong.
   */
  static async open(path: string, passphrase: string | undefined): Promise<BackupFolder> {
    await mkdir(path, { recursive: true });
    const keyFile = join(path, KEY_FILE);
    const key = await readFile(keyFile).catch(() => undefined);
    if (key === undefined) {
      const isUsed = await access(join(path, "tables")).then(
        () => true,
        () => false,
      );
      if (passphrase === undefined) return new BackupFolder(path, undefined);
      if (isUsed)
        throw new Error(`${path} holds a backup that is not encrypted. Name another folder.`);
      const identity = await generateX25519Identity();
      const encrypter = new Encrypter();
      encrypter.setPassphrase(passphrase);
      await writeFile(keyFile, await encrypter.encrypt(identity), { mode: 0o600 });
      return new BackupFolder(path, identity);
    }
    if (passphrase === undefined)
      throw new Error(`${path} is encrypted: set BACKUP_PASSPHRASE to its passphrase.`);
    const decrypter = new Decrypter();
    decrypter.addPassphrase(passphrase);
    const identity = await decrypter.decrypt(key, "text").catch(() => {
      throw new Error(`BACKUP_PASSPHRASE does not open ${path}.`);
    });
    return new BackupFolder(path, identity);
  }

  private locate(name: string): string {
    return join(this.path, this.identity === undefined ? name : `${name}.age`);
  }

  has(name: string): Promise<boolean> {
    return access(this.locate(name)).then(
      () => true,
      () => false,
    );
  }

  /** Writes a file as its bytes come. It is there whole, or not at all. */
  async write(name: string, bytes: Bytes): Promise<void> {
    const path = this.locate(name);
    await mkdir(dirname(path), { recursive: true });
    let source = toStream(bytes);
    if (this.identity !== undefined) {
      const encrypter = new Encrypter();
      encrypter.addRecipient(await identityToRecipient(this.identity));
      source = await encrypter.encrypt(source);
    }
    await pipeline(source, createWriteStream(`${path}.part`, { mode: 0o600 }));
    await rename(`${path}.part`, path);
  }

  async writeText(name: string, text: string): Promise<void> {
    async function* bytes() {
      yield Buffer.from(text);
    }
    await this.write(name, bytes());
  }

  /** Gives a file another name, in place of what has it. */
  async move(from: string, to: string): Promise<void> {
    const target = this.locate(to);
    await mkdir(dirname(target), { recursive: true });
    await rename(this.locate(from), target);
  }

  async remove(name: string): Promise<void> {
    await rm(this.locate(name), { force: true });
  }

  async *read(name: string): AsyncGenerator<Uint8Array> {
    let stream = Readable.toWeb(createReadStream(this.locate(name))) as ReadableStream<Uint8Array>;
    if (this.identity !== undefined) {
      const decrypter = new Decrypter();
      decrypter.addIdentity(this.identity);
      stream = await decrypter.decrypt(stream);
    }
    for await (const chunk of stream) yield chunk;
  }

  async readText(name: string): Promise<string> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of this.read(name)) chunks.push(chunk);
    return Buffer.concat(chunks).toString("utf8");
  }

  /** The lines of a text file, which may be longer than memory. */
  async *readLines(name: string): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.read(name)) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
    if (rest !== "") yield rest;
  }
}
