import { Link } from "react-router";
import { toPhoneLink, writePhone } from "#app/contract/phone.ts";
import { writeAddress } from "#app/features/orders/address.rules.ts";
import type { Sheet } from "#app/features/sheets/contract.ts";
import { Fact, Facts } from "#app/ui/facts.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Moment, ShopDay } from "#app/ui/moment.tsx";
import { SheetPart } from "#app/ui/sheet-part.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./sheet-facts.module.css";

/** What all orders of a sheet have in common. */
export function SheetFacts({ sheet, isAdmin }: { sheet: Sheet; isAdmin: boolean }) {
  const { poNumber, wantedOn, note } = sheet;
  return (
    <SheetPart plain title="The sheet">
      <div className={styles.facts}>
        <Facts>
          {isAdmin && (
            <>
              <Fact what="Buyer">
                {sheet.buyerId ? <Link to={`/dashboard/buyers/${sheet.buyerId}`}>{sheet.name}</Link> : sheet.name}
                {sheet.isBuyerGone && (
                  <span className={joinClasses(textStyles.soft, styles.gone)}>
                    The account was removed. The orders stay.
                  </span>
                )}
              </Fact>
              <Fact what="E-mail">
                <a href={`mailto:${sheet.email}?subject=${encodeURIComponent(`Sheet S-${sheet.number}`)}`}>
                  {sheet.email}
                </a>
              </Fact>
            </>
          )}
          {!isAdmin && sheet.companyId && <Fact what="Ordered by">{sheet.isMine ? "You" : sheet.name}</Fact>}
          {poNumber && <Fact what="PO number">{poNumber}</Fact>}
          <Fact what="Sent">
            <Moment at={sheet.createdAt} />
          </Fact>
          {sheet.enteredBy && <Fact what="Entered by">{sheet.enteredBy}</Fact>}
          {wantedOn && (
            <Fact what="Requested delivery">
              <ShopDay on={wantedOn} />
            </Fact>
          )}
          <Fact what="Address">
            <span dir="auto" className={styles.words}>
              {writeAddress(sheet)}
            </span>
          </Fact>
          {sheet.phone && (
            <Fact what="Phone">
              <a href={toPhoneLink(sheet.phone)}>{writePhone(sheet.phone)}</a>
            </Fact>
          )}
          {note && (
            <Fact what="Note">
              <span className={styles.words}>{note}</span>
            </Fact>
          )}
        </Facts>
      </div>
    </SheetPart>
  );
}
