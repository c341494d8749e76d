import { useLoaderData } from "@remix-run/react";
import { STAFF_SESSION_HOURS } from "~/platform/sign-in-periods";
import { LocalTime } from "~/ui/local-time";
import { titled } from "~/ui/page-title";
import { DataTable } from "../data-table";
import { PostButton } from "../post-button";
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
        <DataTable
          label="Sessions"
          rows={sessions}
          empty="Nobody has signed in with the passcode."
          hidesHead
          columns={[
            [
              "Name",
              ({ id, staffName }) => (id === ownId ? `${staffName} (this browser)` : staffName),
            ],
            [
              "Signed in",
              ({ createdAt }) => (
                <>
                  Signed in <LocalTime at={createdAt} />
                </>
              ),
            ],
            [
              "Until",
              ({ expiresAt }) => (
                <>
                  Until <LocalTime at={expiresAt} />
                </>
              ),
            ],
            [
              "End",
              ({ id, staffName, createdAt }) => (
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
              ),
            ],
          ]}
        />
      )}
    </StaffPage>
  );
}
