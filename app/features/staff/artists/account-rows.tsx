import { Text } from "@mantine/core";
import rowList from "../row-list.module.css";
import layout from "../staff-layout.module.css";

interface Row {
  id: string;
  artistId: string;
  email: string;
  displayName: string;
  /** Details, formatted. */
  about: readonly string[];
}

/** Accounts with links to their pages. */
export function AccountRows({ accounts }: { accounts: readonly Row[] }) {
  return (
    <ul className={rowList.list}>
      {accounts.map(({ id, artistId, email, displayName, about }) => (
        <li key={id}>
          <Text fw={600}>
            <a className={layout.target} href={`/staff/artists/${id}`}>
              {displayName}
            </a>
          </Text>
          <Text size="sm" c="dimmed">
            {artistId}, {email}
          </Text>
          <Text size="sm" c="dimmed">
            {about.join(", ")}
          </Text>
        </li>
      ))}
    </ul>
  );
}
