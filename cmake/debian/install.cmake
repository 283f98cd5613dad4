# Below /usr, where Debian packages are installed, Debian wants some files in other places or forms than below /usr/local or a home folder:
#   completions of zsh   share/zsh/vendor-completions (its zsh does not look into share/zsh/site-functions)
#   man page, changelog  compressed
#   copyright            share/doc/parapet/copyright
# PARAPET_DEBIAN_FILES is the folder with the copyright and the changelog, PARAPET_GENERATED that of generated files.
if(NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  return()
endif()
set(share $ENV{DESTDIR}/usr/share)
file(MAKE_DIRECTORY ${share}/zsh/vendor-completions)
file(RENAME ${share}/zsh/site-functions/_parapet ${share}/zsh/vendor-completions/_parapet)
file(REMOVE_RECURSE ${share}/zsh/site-functions)
file(COPY ${PARAPET_DEBIAN_FILES}/copyright DESTINATION ${share}/doc/parapet)
file(COPY ${PARAPET_GENERATED}/changelog DESTINATION ${share}/doc/parapet)
execute_process(COMMAND gzip -9nf ${share}/man/man1/parapet.1 ${share}/doc/parapet/changelog COMMAND_ERROR_IS_FATAL ANY)
