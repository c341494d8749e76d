export interface Staff {
  kind: "staff";
  id: string;
  /** Shown to colleagues. */
  name: string;
  /** For sign-ins by passcode. */
  sessionId?: string;
}

/**
 * `staff` tells why signing in here would not help: there is no way to (`off`), Cloudflare Access
 * does it (`access`), or its keys could not be loaded (`unchecked`).
 */
export interface AnonymousVisitor {
  kind: "anonymous";
  staff?: "off" | "access" | "unchecked";
}

export interface SignedIn {
  id: string;
  artistId: string;
  /** Artist name, else name, else 'User'. */
  name: string;
  sessionId: string;
  kind: "browser" | "token";
}

/** What somebody may do with an account. */
export type AccountRight = "read" | "write";

/** A browser's session may do what its artist may; a program's token only reads. */
const rightsOf: Record<SignedIn["kind"], readonly AccountRight[]> = {
  browser: ["read", "write"],
  token: ["read"],
};

export const hasRight = ({ kind }: Pick<SignedIn, "kind">, right: AccountRight): boolean =>
  rightsOf[kind].includes(right);

/** Whether staff make a request. Artists are asked for by the right that a call needs. */
export type Principal = AnonymousVisitor | Staff;
