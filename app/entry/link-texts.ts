/** The ways in by a link: an invitation (`/i/TOKEN`) and a returning artist's link (`/r/TOKEN`). */
export type LinkKind = "invited" | "returning";

/** Why a link opens nothing. `unasked`: our own store did not answer. */
export type DeadLink =
  | "none"
  | "malformed"
  | "unknown"
  | "used"
  | "expired"
  | "deactivated"
  | "unasked";

/** The status of a reply about a link that opens nothing. */
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

/** The sentence for a link that opens nothing (specification, wizard, section 8). */
export function deadLinkText(kind: LinkKind, why: DeadLink): string {
  return texts[kind][why];
}

/** What an artist reads whose invitation was spent by another submission, or stopped. */
export const INVITATION_USED = "This invitation has already been used.";
export const INVITATION_STOPPED = "The team has stopped this invitation.";
