import notice from "~/ui/notice-page.module.css";
import rows from "../staff-rows.module.css";

interface MailingProgress {
  id: string;
  what: string;
  stands: string;
}

/** The progress of mails to lists of links. */
export function Mailings({ mailings }: { mailings: readonly MailingProgress[] }) {
  if (mailings.length === 0) return null;
  return (
    <section aria-labelledby="mailings">
      <h2 id="mailings">Mails of lists</h2>
      <ul className={rows.rows}>
        {mailings.map(({ id, what, stands }) => (
          <li key={id} className={rows.row}>
            <div>
              <p className={rows.name}>{stands}</p>
              <p className={rows.about}>{what}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className={notice.actions}>
        <a href="/staff/activity/mails">Which of them have left</a>
      </p>
    </section>
  );
}
