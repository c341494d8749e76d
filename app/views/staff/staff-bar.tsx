import { Button } from "~/components/controls";
import styles from "./staff-bar.module.css";

/** Where whoever reads this signs out: here, at Cloudflare Access, or nowhere. */
export type SignsOut = "here" | "access" | "nowhere";

const pages = [
  ["/staff", "Queue"],
  ["/staff/links", "Links"],
  ["/staff/mode", "Submission mode"],
  ["/staff/activity", "Activity"],
  ["/staff/connections", "Connections"],
  ["/staff/sessions", "Sessions"],
] as const;

/** Over every staff page: the other pages, who is signed in, and the way out. */
export function StaffBar({ name, signsOut }: { name: string; signsOut: SignsOut }) {
  return (
    <div className={styles.bar}>
      <nav aria-label="Staff" className={styles.pages}>
        {pages.map(([path, label]) => (
          <a key={path} href={path}>
            {label}
          </a>
        ))}
      </nav>
      <div className={styles.person}>
        <p className={styles.name}>{name}</p>
        {signsOut === "here" && (
          <form method="post" action="/staff/sign-out">
            <Button type="submit" variant="default">
              Sign out
            </Button>
          </form>
        )}
        {signsOut === "access" && <a href="/cdn-cgi/access/logout">Sign out</a>}
      </div>
    </div>
  );
}
