"""Forms: how a reply is written once it is known what is demanded and what there is to say."""
