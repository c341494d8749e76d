import { ALERT_RULES, ruleNames } from "~/monitoring/incidents/rules";
import styles from "./rule-table.module.css";

/** What staff are told of, and what they do about it. */
export function RuleTable() {
  return (
    // It may be wider than a phone, and is then moved sideways, by keys as well.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys.
    <section className={styles.scroll} aria-labelledby="rules" tabIndex={0}>
      <table className={styles.table}>
        <caption id="rules" className={styles.caption}>
          What is watched
        </caption>
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
    </section>
  );
}
