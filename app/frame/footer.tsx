import { Link } from "react-router";
import { branches } from "#app/content/branches.ts";
import { footerSlogan, storeBadges } from "#app/content/footer.ts";
import { partners } from "#app/content/partners.ts";
import { socialLinks } from "#app/content/social.ts";
import { Brand } from "#app/ui/brand.tsx";
import { IconLink } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import layoutStyles from "#app/ui/layout.module.css";
import { Selvedge, Stitch } from "#app/ui/seams.tsx";
import textStyles from "#app/ui/text.module.css";
import styles from "./footer.module.css";
import { FooterBase } from "./footer-base.tsx";
import { FooterOptions } from "./footer-options.tsx";
import { IconFacebook, IconInstagram, IconLinkedIn, IconYouTube } from "./network-icons.tsx";

const socialSigns = {
  Facebook: IconFacebook,
  Instagram: IconInstagram,
  LinkedIn: IconLinkedIn,
  YouTube: IconYouTube,
};

export function Footer() {
  return (
    <footer data-unprinted className={styles.foot} data-ground="denim">
      <Selvedge />
      <div className={joinClasses(layoutStyles.wrap, styles.inside)}>
        <div className={styles.main}>
          <div className={styles.brand}>
            <Brand name={["Rivet", "Reed"]} className={styles.logo} />
            <p className={joinClasses(textStyles.soft, styles.slogan)}>{footerSlogan}</p>
            <Stores />
          </div>
          <FooterOptions />
        </div>
        <Stitch className={styles.seam} />
        <div className={styles.more}>
          <Social />
          <Branches />
        </div>
        <Partners />
        <FooterBase />
      </div>
    </footer>
  );
}

function Stores() {
  return (
    <div className={styles.stores}>
      {storeBadges.map(({ name, href, picture }) => (
        <a key={name} href={href}>
          <img src={picture} width={168} height={52} alt={name} loading="lazy" />
        </a>
      ))}
    </div>
  );
}

function Social() {
  return (
    <section aria-labelledby="social-title">
      <h2 className={styles.title} id="social-title">
        Find us on
      </h2>
      <ul className={joinClasses(styles.list, styles.social)}>
        {socialLinks.map(({ name, href }) => {
          const Sign = socialSigns[name];
          return (
            <li key={name}>
              <IconLink label={name} href={href}>
                <Sign />
              </IconLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Branches() {
  return (
    <section aria-labelledby="branches-title">
      <h2 className={styles.title} id="branches-title">
        Global Branches
      </h2>
      <ul className={styles.list}>
        {branches.map(({ country, href }) => (
          <li key={country}>
            <a className={styles.branch} href={href}>
              {country}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Partners() {
  return (
    <section aria-labelledby="partners-title">
      <h2 className={styles.title} id="partners-title">
        Official Partner
      </h2>
      <ul className={styles.partners}>
        {partners.map(({ name, line, picture, width }) => (
          <li key={name}>
            <Link to={`/trims?line=${line}`}>
              <img src={picture} width={width} height={48} alt={name} loading="lazy" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
