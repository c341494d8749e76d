/** `invited`: `/i/TOKEN`. `returning`: `/r/TOKEN`. */
export type LinkKind = "invited" | "returning";

/** Days that a link works (specification, section 9, for returning artists). */
export const LINK_DAYS: Readonly<Record<LinkKind, number>> = { invited: 90, returning: 365 };

/** Why a link does not work. `unasked`: our own store did not answer. */
export type DeadLink =
  | "none"
  | "malformed"
  | "unknown"
  | "used"
  | "expired"
  | "deactivated"
  | "unasked";

export const deadLinkStatus: Record<DeadLink, 400 | 404 | 410 | 503> = {
  none: 400,
  malformed: 404,
  unknown: 404,
  used: 410,
  expired: 410,
  deactivated: 410,
  unasked: 503,
};

const NOT_AN_INVITATION = "This invitation link is invalid, expired, or has already been used.";

const texts: Record<LinkKind, Record<DeadLink, string>> = {
  invited: {
    none: "No invitation token provided",
    malformed: "Invalid invitation token",
    unknown: "Invalid invitation token",
    used: NOT_AN_INVITATION,
    expired: NOT_AN_INVITATION,
    deactivated: NOT_AN_INVITATION,
    unasked: "Failed to validate invitation token",
  },
  returning: {
    none: "No returning artist token provided",
    malformed: "Invalid returning artist token",
    unknown: "Invalid returning artist token",
    used: "Invalid returning artist token",
    expired: "Invalid returning artist token",
    deactivated: "Invalid returning artist token",
    unasked: "Failed to validate returning artist token",
  },
};

/** Specification, wizard, section 8. */
export function deadLinkText(kind: LinkKind, reason: DeadLink): string {
  return texts[kind][reason];
}

export const INVITATION_USED = "This invitation has already been used.";
export const INVITATION_STOPPED = "The team has stopped this invitation.";
