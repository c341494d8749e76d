import { Button, Table, VisuallyHidden } from "@mantine/core";
import { RowTable } from "./row-table";

interface Session {
  id: string;
  name: string;
  /** Whether it is this browser's session. */
  isCurrent: boolean;
  since: string;
  until: string;
}

/** Active sessions, each with a button that ends it. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  if (sessions.length === 0) return <p>Nobody has signed in with the passcode.</p>;
  return (
    <RowTable label="Sessions" columns={["Name", "Signed in", "Until", "End"]}>
      {sessions.map(({ id, name, isCurrent, since, until }) => (
        <Table.Tr key={id}>
          <Table.Th scope="row">{isCurrent ? `${name}, in this browser` : name}</Table.Th>
          <Table.Td c="dimmed">Signed in {since}</Table.Td>
          <Table.Td c="dimmed">Until {until}</Table.Td>
          <Table.Td>
            <form method="post">
              <input type="hidden" name="session" value={id} />
              <Button type="submit" variant="default">
                End session
                <VisuallyHidden>
                  {" "}
                  of {name}, since {since}
                </VisuallyHidden>
              </Button>
            </form>
          </Table.Td>
        </Table.Tr>
      ))}
    </RowTable>
  );
}
