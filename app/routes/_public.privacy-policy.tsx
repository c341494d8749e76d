import { privacyPolicy } from "~/reference/pages/privacy-policy";
import { PublicPage, publicMeta } from "~/views/public/public-page";

export const meta = publicMeta(privacyPolicy);

export default function PrivacyPolicy() {
  return <PublicPage content={privacyPolicy} />;
}
