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

/** Encrypts what a store keeps. */
export interface Cipher {
  encrypt(bytes: Bytes): Bytes;
  decrypt(bytes: Bytes): Bytes;
}
