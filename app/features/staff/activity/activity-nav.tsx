import { useLocation } from "@remix-run/react";
import styles from "./activity.module.css";

const pages = [
  ["/staff/activity", "Trail"],
  ["/staff/activity/mails", "Outbox"],
  ["/staff/activity/jobs", "Failed jobs"],
] as const;

export function ActivityNav() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Activity" className={styles.states}>
      {pages.map(([path, label]) => (
        <a key={path} href={path} aria-current={pathname === path ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
