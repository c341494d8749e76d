import { Button } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import styles from "./staff-bar.module.css";

/** Where the user signs out: here, at Cloudflare Access, or nowhere. */
export type SignsOut = "here" | "access" | "nowhere";

const pages = [
  ["/staff", "Queue"],
  ["/staff/artists", "Artists"],
  ["/staff/links", "Links"],
  ["/staff/mode", "Submission mode"],
  ["/staff/data-requests", "Data requests"],
  ["/staff/activity", "Activity"],
  ["/analytics", "Analytics"],
  ["/staff/connections", "Connections"],
  ["/staff/incidents", "Incidents"],
  ["/staff/sessions", "Sessions"],
] as const;

/** The bar of staff pages: navigation, the user's name and sign-out. */
export function StaffBar({ name, signsOut }: { name: string; signsOut: SignsOut }) {
  const { pathname } = useLocation();
  const currentLabel = pages.find(([path]) => path === pathname)?.[1];
  return (
    <div className={styles.bar}>
      <nav aria-label="Staff">
        <Pages pathname={pathname} className={styles.row} />
        {/* For phones. Keyed by path, so that it closes on navigation. */}
        <details key={pathname} className={styles.folded}>
          <summary>{currentLabel ?? "Staff pages"}</summary>
          <Pages pathname={pathname} className="drop-list" />
        </details>
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

function Pages({ pathname, className }: { pathname: string; className?: string | undefined }) {
  return (
    <ul className={className}>
      {pages.map(([path, label]) => (
        <li key={path}>
          <a href={path} aria-current={path === pathname ? "page" : undefined}>
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}
