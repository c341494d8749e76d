import { learnMore } from "~/reference/pages/learn-more";
import { PublicPage, publicMeta } from "./public-page";

export const meta = publicMeta(learnMore, "learn-more");

export default function LearnMore() {
  return <PublicPage content={learnMore} />;
}
