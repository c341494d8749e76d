import { Group, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { STAFF_SESSION_HOURS } from "~/platform/sign-in-periods";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { Dimmed } from "../dimmed";
import { PostButton } from "../post-button";
import { RowList } from "../row-list";
import { StaffPage } from "../staff-page";
import type { loader } from "./sessions-route.server";

const HEADING = "Who is signed in";

export const meta = titled(HEADING);

/** Active sessions, each with a button that ends it. */
export default function StaffSessions() {
  const { byAccess, ownId, sessions } = useLoaderData<typeof loader>();
  return (
    <StaffPage
      heading={HEADING}
      notices={{
        ended: "The session was ended.",
        over: "That session had already ended.",
      }}
      maxWidth="none"
      lead={
        byAccess
          ? "Staff sign in with Cloudflare Access. End their sessions there."
          : `A sign-in lasts for ${STAFF_SESSION_HOURS} hours. A new staff passcode ends them all.`
      }
    >
      {!byAccess && (
        <RowList rows={sessions} empty="Nobody has signed in with the passcode.">
          {({ id, staffName, createdAt, expiresAt }) => (
            <Group justify="space-between">
              <Text fw={600} flex="1 1 200px">
                {id === ownId ? `${staffName} (this browser)` : staffName}
              </Text>
              <Dimmed>
                Signed in <LocalTime at={createdAt} />
              </Dimmed>
              <Dimmed>
                Until <LocalTime at={expiresAt} />
              </Dimmed>
              <PostButton
                intent="end"
                fields={{ session: id }}
                unseen={
                  <>
                    of {staffName}, since <LocalTime at={createdAt} />
                  </>
                }
              >
                End session
              </PostButton>
            </Group>
          )}
        </RowList>
      )}
    </StaffPage>
  );
}
