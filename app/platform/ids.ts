import { ulid } from "ulidx";
import { base64Url } from "./formats/base64";

/** Makes identifiers. A parameter everywhere ids matter, so that tests can foresee them. */
export interface Ids {
  /** A ULID: 26 characters, sortable by creation time. Not a secret. */
  next(createdAt: Date): string;
  /** 256 random bits as 43 base64url characters, for links and cookies. A secret. */
  secret(): string;
}

/** What artists and staff call a thing with such an id: its random end, in two readable groups. */
export function submissionReference(id: string): string {
  return `${id.slice(-10, -5)}-${id.slice(-5)}`;
}

function randomFraction(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;
}

/** Real ids from the platform's cryptographic random source. */
export const randomIds: Ids = {
  next: (createdAt) => ulid(createdAt.getTime(), randomFraction),
  secret: () => base64Url(crypto.getRandomValues(new Uint8Array(32))),
};
