import { ALERT_RULES, ruleNames } from "~/observability/health/alert-rules";
import styles from "./rule-table.module.css";

/** The alert rules: what is watched, and what to do about it. */
export function RuleTable() {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>What is watched</caption>
      <thead>
        <tr>
          <th scope="col">What is wrong</th>
          <th scope="col">When</th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        {ruleNames.map((rule) => {
          const { title, when, help, page } = ALERT_RULES[rule];
          return (
            <tr key={rule}>
              <th scope="row">{title}</th>
              <td>{when}</td>
              <td>
                {help} {page && <a href={page[0]}>{page[1]}</a>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
