import { encodeTime, ulid } from "ulidx";
import { base64Url } from "./formats/base64";

/** Makes ids; a parameter everywhere, so that tests can foresee them. */
export interface Ids {
  /** A ULID: 26 characters, sortable by time. Not a secret. */
  next(createdAt: Date): string;
  /** 256 random bits as 43 base64url characters. */
  secret(): string;
}

/** The reference of a submission: the random end of its id in two groups. */
export function submissionReference(id: string): string {
  return `${id.slice(-10, -5)}-${id.slice(-5)}`;
}

const ULID_TIME_LENGTH = 10;

/** What every id of an earlier time sorts before, and no id of this or a later one. */
export const idBefore = (date: Date): string => encodeTime(date.getTime(), ULID_TIME_LENGTH);

function randomFraction(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}

export const randomIds: Ids = {
  next: (createdAt) => ulid(createdAt.getTime(), randomFraction),
  secret: () => base64Url(crypto.getRandomValues(new Uint8Array(32))),
};
