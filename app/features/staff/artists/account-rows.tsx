import rows from "../staff-rows.module.css";

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
    <ul className={rows.rows}>
      {accounts.map(({ id, artistId, email, displayName, about }) => (
        <li key={id} className={rows.row}>
          <div>
            <p className={rows.name}>
              <a href={`/staff/artists/${id}`}>{displayName}</a>
            </p>
            <p className={rows.about}>
              {artistId}, {email}
            </p>
            <p className={rows.about}>{about.join(", ")}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
