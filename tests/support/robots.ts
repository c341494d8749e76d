/**
 * Whether robots.txt lets crawlers fetch a path: of the rules that it begins with the longest decides,
 * of two as long the one that allows it (RFC 9309, 2.2.2). The rules are paths alone, without wildcards.
 */
export function crawlable(robots: string): (path: string) => boolean {
  const rules = Array.from(
    robots.matchAll(/^(Allow|Disallow): (\/[^\s*$]*)$/gm),
    ([, word, path = ""]) => ({ allows: word === "Allow", path }),
  );
  if (rules.length !== robots.match(/^\w*allow:/gim)?.length)
    throw new Error("A rule of robots.txt is more than a path.");
  return (path) => {
    const matchingRules = rules.filter((rule) => path.startsWith(rule.path));
    const longest = Math.max(0, ...matchingRules.map((rule) => rule.path.length));
    const decide = matchingRules.filter((rule) => rule.path.length === longest);
    return decide.length === 0 || decide.some(({ allows }) => allows);
  };
}
