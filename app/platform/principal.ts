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

/** Who makes a request. An artist's id is that of the account, not of a draft. */
export type Principal = AnonymousVisitor | { kind: "artist"; id: string } | Staff;
