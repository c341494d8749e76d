import { Readable } from "node:stream";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import type { BackupStore, Bytes, Cipher } from "../../backup/backup-files";

/** The key of an encrypted backup, itself encrypted with the passphrase. */
const KEY_FILE = "key.age";
/** There once a backup was finished. */
const PLAIN_FILE = "snapshots.json";

const toStream = (bytes: Bytes) =>
  Readable.toWeb(Readable.from(bytes)) as ReadableStream<Uint8Array>;

async function readAll(bytes: Bytes): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* oneChunk(bytes: Uint8Array) {
  yield bytes;
}

function cipherOf(identity: string): Cipher {
  return {
    async *encrypt(bytes) {
      const encrypter = new Encrypter();
      encrypter.addRecipient(await identityToRecipient(identity));
      yield* await encrypter.encrypt(toStream(bytes));
    },
    async *decrypt(bytes) {
      const decrypter = new Decrypter();
      decrypter.addIdentity(identity);
      yield* await decrypter.decrypt(toStream(bytes));
    },
  };
}

/** The cipher of a new encrypted backup, whose key is stored first. */
async function makeCipher(store: BackupStore, passphrase: string): Promise<Cipher> {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  await store.write(KEY_FILE, oneChunk(await encrypter.encrypt(identity)));
  return cipherOf(identity);
}

/**
 * Opens what encrypts and decrypts a backup, or undefined for a plain one.
 * @param passphrase encrypts a new backup, and opens an encrypted one.
 * @param canBegin whether a new backup may begin here.
 * @throws Error with one sentence where the passphrase is missing or wrong.
 */
export async function openCipher(
  store: BackupStore,
  passphrase: string | undefined,
  canBegin = true,
): Promise<Cipher | undefined> {
  if (!(await store.has(KEY_FILE))) {
    if (passphrase === undefined) return undefined;
    if (await store.has(PLAIN_FILE))
      throw new Error(`${store.label} holds a backup that is not encrypted. Name another place.`);
    if (!canBegin) throw new Error(`${store.label} holds no backup.`);
    return makeCipher(store, passphrase);
  }
  if (passphrase === undefined)
    throw new Error(`${store.label} is encrypted: set BACKUP_PASSPHRASE to its passphrase.`);
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const identity = await decrypter
    .decrypt(await readAll(store.read(KEY_FILE)), "text")
    .catch(() => {
      throw new Error(`BACKUP_PASSPHRASE does not open ${store.label}.`);
    });
  return cipherOf(identity);
}
