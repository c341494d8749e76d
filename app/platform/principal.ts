/** Somebody of the label. */
export interface Staff {
  kind: "staff";
  id: string;
  /** As colleagues read it beside what was done. */
  name: string;
  /** The session that says so, where it is one of ours. */
  sessionId?: string;
}

/**
 * Nobody that we know. `staff` tells why no sign-in here would change that: there is no way to sign in
 * (`off`), it is Cloudflare Access that does it (`access`), or Access could not be asked for its keys
 * (`unchecked`).
 */
export interface AnonymousVisitor {
  kind: "anonymous";
  staff?: "off" | "access" | "unchecked";
}

/** An artist who has signed in. */
export interface SignedIn {
  /** Of their account. */
  id: string;
  /** As they sign in with it. */
  artistId: string;
  /** Artist name, else name, else 'User'. */
  name: string;
  sessionId: string;
  kind: "browser" | "token";
}

/** Who asks for something. An artist's id is that of their account, not of a draft. */
export type Principal = AnonymousVisitor | { kind: "artist"; id: string } | Staff;
