import notice from "~/ui/notice-page.module.css";
import { SupportContact } from "~/ui/support";

/**
 * The reply to a request for a sign-in link. It is the same for every address, so that it does not reveal who
 * has an account.
 */
export function LinkAsked({ mailIsOff }: { mailIsOff: boolean }) {
  return (
    <div role="status" className={notice.page}>
      {mailIsOff ? (
        <>
          <p className={notice.lead}>
            We can't send emails at the moment, so you won't get a link.
          </p>
          <p>Sign in with your artist ID and your invitation code, or ask us for help.</p>
          <SupportContact />
        </>
      ) : (
        <>
          <p className={notice.lead}>Now look at your email.</p>
          <p>
            If that address has an account, a link is on its way. It works once, for 15 minutes.
            Nothing there? Look in your spam folder, and check that it's the address of your
            account.
          </p>
          <p>
            Did somebody ask for many links? Then we send no more of them today to where you haven't
            signed in before. Your artist ID and your invitation code always work.
          </p>
        </>
      )}
      <p className={notice.actions}>
        <a href="/login">Try another way</a>
      </p>
    </div>
  );
}
