/** A file of a delivery. */
export interface DeliveryFile {
  /** In the place, with folders. */
  path: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  contentType: string;
  /** Undefined if the file is missing. */
  read: (range?: {
    offset: number;
    length: number;
  }) => Promise<ReadableStream | Uint8Array | undefined>;
}

/** Why a place has not taken a file. */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  constructor(
    /** For log lines and staff. */
    readonly code: string,
    message: string,
    /** Trying again cannot help: a setting or the place must change. */
    readonly permanent: boolean,
  ) {
    super(message);
  }
}

export const fileMissing = () =>
  new DeliveryError("FILE_MISSING", "A file is not in our storage any more.", true);

/** Where releases are delivered to. */
export interface DeliveryPlace {
  /** For staff: the place without its credentials. */
  name: string;
  /**
   * Sends a file, unless the place has it: with this size and, where it keeps one, this checksum. What came of it before a break is kept.
   * @param pause is awaited between parts; true ends the run, and a later one goes on from there.
   * @throws DeliveryError
   */
  send(file: DeliveryFile, pause: () => Promise<boolean>): Promise<"sent" | "known" | "paused">;
  /** @throws DeliveryError if the place does not open. */
  check(): Promise<void>;
  /** Ends the line that sending has opened. */
  close?(): Promise<void>;
}
