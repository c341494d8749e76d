import type { Clock } from "~/platform/clock";
import { type Invitation, readInvitation } from "./invitations.server";
import type { DeadLink, LinkKind } from "./link-texts";
import { type LinkStores, type ReturningLink, readReturningLink } from "./returning-links.server";

interface LinkDeps extends LinkStores {
  clock: Clock;
  scope: { logFailure: (error: unknown) => void };
}

export interface Links {
  invited: Invitation;
  returning: ReturningLink;
}

/**
 * Looks a link up; spends and stores nothing.
 * @returns the link, or why it opens nothing ("unasked" where the database does not answer).
 */
export async function readLink<K extends LinkKind>(
  kind: K,
  token: unknown,
  context: LinkDeps,
): Promise<Links[K] | DeadLink> {
  const readers: { [K in LinkKind]: () => Promise<Links[K] | DeadLink> } = {
    invited: () => readInvitation(context.db, token, context.clock()),
    returning: () => readReturningLink(context, token, context.clock()),
  };
  try {
    return await readers[kind]();
  } catch (error) {
    context.scope.logFailure(error);
    return "unasked";
  }
}
