import { privacyPolicy } from "~/reference/pages/privacy-policy";
import { PublicPage, publicMeta } from "./public-page";

export const meta = publicMeta(privacyPolicy, "privacy-policy");

export default function PrivacyPolicy() {
  return <PublicPage content={privacyPolicy} />;
}
