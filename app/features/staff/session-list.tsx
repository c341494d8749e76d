import { Button, Table, VisuallyHidden } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { LocalTime } from "~/ui/local-time";
import { RowTable } from "./row-table";
import type { loader } from "./sign-in/sessions-route.server";

/** Active sessions, each with a button that ends it. */
export function SessionList({ sessions }: { sessions: SerializeFrom<typeof loader>["sessions"] }) {
  if (sessions.length === 0) return <p>Nobody has signed in with the passcode.</p>;
  return (
    <RowTable label="Sessions" columns={["Name", "Signed in", "Until", "End"]}>
      {sessions.map(({ id, name, isCurrent, since, until }) => (
        <Table.Tr key={id}>
          <Table.Th scope="row">{isCurrent ? `${name} (this browser)` : name}</Table.Th>
          <Table.Td c="dimmed">
            Signed in <LocalTime at={since} />
          </Table.Td>
          <Table.Td c="dimmed">
            Until <LocalTime at={until} />
          </Table.Td>
          <Table.Td>
            <form method="post">
              <input type="hidden" name="session" value={id} />
              <Button type="submit" variant="default">
                End session
                <VisuallyHidden>
                  {" "}
                  of {name}, since <LocalTime at={since} />
                </VisuallyHidden>
              </Button>
            </form>
          </Table.Td>
        </Table.Tr>
      ))}
    </RowTable>
  );
}
