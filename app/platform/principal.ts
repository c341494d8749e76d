/** Somebody of the label. */
export interface Staff {
  kind: "staff";
  id: string;
  /** As colleagues read it beside what was done. */
  name: string;
}

/** Who asks for something. An artist's id is that of their account, not of a draft. */
export type Principal = { kind: "anonymous" } | { kind: "artist"; id: string } | Staff;
